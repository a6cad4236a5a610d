//! The Parquet schema of a table, and the properties of the columns that the Parquet writer writes.

use crate::{Header, loopy};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::schema::types::{ColumnPath, Type};
use std::sync::Arc;

/// The schema of a table.
pub(crate) fn schema(header: &Header) -> Result<Type, ParquetError> {
    let column = |name: &str, physical, repetition, logical| {
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let group = |name: &str, repetition, logical, field| {
        Type::group_type_builder(name)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .with_fields(vec![field])
            .build()
            .map(Arc::new)
    };
    let text = Some(LogicalType::String);
    let mut columns = Vec::new();
    if header.has_texts {
        columns.push(column("position", Physical::BYTE_ARRAY, Repetition::REQUIRED, text.clone())?);
    } else if !header.is_dense {
        columns.push(column("rank", Physical::INT32, Repetition::REQUIRED, Some(LogicalType::integer(32, false)))?);
    }
    columns.push(column("value", Physical::BYTE_ARRAY, Repetition::REQUIRED, text)?);
    columns.push(column("remoteness", Physical::INT32, Repetition::OPTIONAL, None)?);
    columns.push(column("grundy", Physical::INT64, Repetition::OPTIONAL, None)?);
    if header.has_infinite_values {
        let [name, list, element] = loopy::PATH;
        let element = column(element, Physical::INT32, Repetition::REQUIRED, None)?;
        let list = group(list, Repetition::REPEATED, None, element)?;
        columns.push(group(name, Repetition::OPTIONAL, Some(LogicalType::List), list)?);
    }
    if header.has_stages {
        columns.push(column("stage", Physical::INT32, Repetition::OPTIONAL, None)?);
    }
    if header.has_weights {
        columns.push(column("weight", Physical::INT64, Repetition::REQUIRED, None)?);
    }
    Type::group_type_builder("table").with_fields(columns).build()
}

/// The properties of the columns that the Parquet writer writes.
pub(crate) fn properties(header: &Header) -> WriterProperties {
    let page = header.page() as usize;
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let path = |name: &str| ColumnPath::new(vec![name.to_owned()]);
    WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(zstd)
        .set_max_row_group_row_count(Some(header.group() as usize))
        .set_data_page_row_count_limit(page)
        // A page always has its number of rows, however long their texts are.
        .set_data_page_size_limit(i32::MAX as usize)
        .set_write_batch_size(page)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_column_index_truncate_length(Some(32))
        .set_statistics_truncate_length(Some(32))
        .set_column_dictionary_enabled(path("rank"), false)
        .set_column_dictionary_enabled(path("position"), false)
        .set_column_encoding(path("rank"), Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(ColumnPath::new(loopy::PATH.map(str::to_owned).to_vec()), false)
        .build()
}

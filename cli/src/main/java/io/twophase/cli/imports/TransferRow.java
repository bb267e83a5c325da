package io.twophase.cli.imports;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.file.CsvFile;

/**
 * A row of a file, and the transfer that it asks for.
 *
 * @param row the row
 * @param request the transfer
 */
record TransferRow(CsvFile.Row row, TransferRequest request) {}

/** The import and run commands: rows of CSV files, and JSON, become accounts and transactions. */
@NullMarked
package io.twophase.cli.imports;

import org.jspecify.annotations.NullMarked;

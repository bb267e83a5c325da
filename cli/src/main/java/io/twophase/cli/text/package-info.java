/** Text, tables, JSON, exit codes and failures; input and output files, and CSV. */
@NullMarked
package io.twophase.cli.text;

import org.jspecify.annotations.NullMarked;

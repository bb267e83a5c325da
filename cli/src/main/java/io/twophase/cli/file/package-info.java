/** Input and output files, and CSV. */
@NullMarked
package io.twophase.cli.file;

import org.jspecify.annotations.NullMarked;

/** Running the transactions of a file. */
@NullMarked
package io.twophase.cli.run;

import org.jspecify.annotations.NullMarked;

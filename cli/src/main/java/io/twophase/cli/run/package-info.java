/** Transactions as JSON: read from files, and run. */
@NullMarked
package io.twophase.cli.run;

import org.jspecify.annotations.NullMarked;

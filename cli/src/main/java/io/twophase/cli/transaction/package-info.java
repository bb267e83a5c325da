/** Commands on transactions: transfer, tx, cancel, reverse. */
@NullMarked
package io.twophase.cli.transaction;

import org.jspecify.annotations.NullMarked;

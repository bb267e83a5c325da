/** Commands on accounts. */
@NullMarked
package io.twophase.cli.account;

import org.jspecify.annotations.NullMarked;

/** The contract of every store of carried balances. */
@NullMarked
package io.twophase.test.contract.statement;

import org.jspecify.annotations.NullMarked;

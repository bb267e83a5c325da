/** What every store of carried balances promises. */
@NullMarked
package io.twophase.test.contract.statement;

import org.jspecify.annotations.NullMarked;

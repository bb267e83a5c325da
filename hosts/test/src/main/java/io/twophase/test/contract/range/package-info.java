/** The contract of the ranges of accounts: what every adapter is tested for. */
@NullMarked
package io.twophase.test.contract.range;

import org.jspecify.annotations.NullMarked;

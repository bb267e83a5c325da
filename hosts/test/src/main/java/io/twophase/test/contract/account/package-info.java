/** The contract of the account repository: what every adapter is tested for. */
@NullMarked
package io.twophase.test.contract.account;

import org.jspecify.annotations.NullMarked;

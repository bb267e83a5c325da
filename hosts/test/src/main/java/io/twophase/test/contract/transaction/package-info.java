/** The contract of the transaction repository: what every adapter is tested for. */
@NullMarked
package io.twophase.test.contract.transaction;

import org.jspecify.annotations.NullMarked;

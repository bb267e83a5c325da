/** The contract of atomic batches: what every adapter that has them is tested for. */
@NullMarked
package io.twophase.test.contract.atomic;

import org.jspecify.annotations.NullMarked;

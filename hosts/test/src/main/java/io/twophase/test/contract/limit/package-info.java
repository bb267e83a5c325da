/** The contract of a store that ends its calls in time. */
@NullMarked
package io.twophase.test.contract.limit;

import org.jspecify.annotations.NullMarked;

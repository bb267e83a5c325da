/** The contract of records, for every adapter. */
@NullMarked
package io.twophase.test.contract.record;

import org.jspecify.annotations.NullMarked;

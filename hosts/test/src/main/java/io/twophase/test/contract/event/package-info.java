/** The contract of the numbers of decided records and of their consumers. */
@NullMarked
package io.twophase.test.contract.event;

import org.jspecify.annotations.NullMarked;

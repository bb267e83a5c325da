/** The contract of batches and their members: what every adapter is tested for. */
@NullMarked
package io.twophase.test.contract.batch;

import org.jspecify.annotations.NullMarked;

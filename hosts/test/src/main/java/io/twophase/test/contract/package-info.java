/**
 * The duties of every adapter of the ports, as tests. An adapter's own test extends a contract,
 * such as {@link io.twophase.test.contract.hold.HoldsContract} or {@link
 * io.twophase.test.contract.record.RecordsContract}, and is its set-up and nothing else.
 */
@NullMarked
package io.twophase.test.contract;

import org.jspecify.annotations.NullMarked;

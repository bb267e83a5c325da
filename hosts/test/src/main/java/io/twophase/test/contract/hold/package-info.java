/** The contract of {@link io.twophase.ports.Holds} and {@link io.twophase.ports.Accounts}. */
@NullMarked
package io.twophase.test.contract.hold;

import org.jspecify.annotations.NullMarked;

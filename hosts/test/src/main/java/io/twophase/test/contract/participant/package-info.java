/** The contract of what transactions hold in one store: its accounts and its documents together. */
@NullMarked
package io.twophase.test.contract.participant;

import org.jspecify.annotations.NullMarked;

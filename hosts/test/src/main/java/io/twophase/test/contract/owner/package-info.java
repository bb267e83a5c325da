/** The contract of the owner repository: what every adapter is tested for. */
@NullMarked
package io.twophase.test.contract.owner;

import org.jspecify.annotations.NullMarked;

/** The contract of the log of operators' actions. */
@NullMarked
package io.twophase.test.contract.action;

import org.jspecify.annotations.NullMarked;

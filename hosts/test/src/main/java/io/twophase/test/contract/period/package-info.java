/** What every repository of accounting periods promises. */
@NullMarked
package io.twophase.test.contract.period;

import org.jspecify.annotations.NullMarked;

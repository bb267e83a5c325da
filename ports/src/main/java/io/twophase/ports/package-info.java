/**
 * The ports say, in domain types, what the protocol asks of a store and of its surroundings. The
 * Javadoc of these interfaces is a contract; the suites in this module's test-jar check it on every
 * adapter.
 */
@NullMarked
package io.twophase.ports;

import org.jspecify.annotations.NullMarked;

/**
 * The contract of {@link io.twophase.ports.DocumentRepository}, as one suite for each behaviour.
 */
@NullMarked
package io.twophase.test.contract.document;

import org.jspecify.annotations.NullMarked;

/**
 * The digest of an operation, by which a hold tells whether it is for exactly that operation, and
 * what such digests are made of.
 */
@NullMarked
package io.twophase.domain.digest;

import org.jspecify.annotations.NullMarked;

/**
 * The adapter held to the ports' contracts, and to what is its own: documents, errors, commands.
 */
@NullMarked
package io.twophase.adapter.mongo;

import org.jspecify.annotations.NullMarked;

/**
 * The protocol of MongoDB's tutorial "Perform Two Phase Commits", as published, and every
 * interleaving of its workers: what this project starts from, and why.
 */
@NullMarked
package io.twophase.domain.explorer.tutorial;

import org.jspecify.annotations.NullMarked;

/**
 * Measures, on one server and in one run, the tutorial's protocol, this one in several ways, and a
 * floor without any safety; and how this one bears growth: the server that is measured, its rounds
 * and what they come to, and the charts. A host application has no need of it.
 */
@NullMarked
package io.twophase.bench;

import org.jspecify.annotations.NullMarked;

/**
 * Classes that break the rules of the architecture on purpose, so that each rule is seen to bite.
 * Each package here is the root of a tree as Twophase's own is, but for {@code host}, which stands
 * for a program that uses Twophase.
 */
package io.twophase.planted;

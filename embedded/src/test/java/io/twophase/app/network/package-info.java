/** Twophase over a network that delays, cuts and repeats, with several engines at once. */
package io.twophase.app.network;

package io.twophase.adapter.mongo.adoption;

/** Both accounts of a tutorial's transaction. */
record Sides(Side source, Side destination) {}

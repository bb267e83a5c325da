package io.twophase.adapter.mongo.adoption;

/** Both accounts of a tutorial's transaction. */
public record TutorialAccounts(TutorialAccount source, TutorialAccount destination) {}

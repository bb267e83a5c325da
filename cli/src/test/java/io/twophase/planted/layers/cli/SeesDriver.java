package io.twophase.planted.layers.cli;

import com.mongodb.client.MongoClient;

/** The command line knows of no driver. */
public interface SeesDriver {

  MongoClient mongoClient();
}

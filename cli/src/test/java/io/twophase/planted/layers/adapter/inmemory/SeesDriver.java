package io.twophase.planted.layers.adapter.inmemory;

import com.mongodb.client.MongoClient;

/** The adapter in memory knows of no driver. */
public interface SeesDriver {

  MongoClient mongoClient();
}

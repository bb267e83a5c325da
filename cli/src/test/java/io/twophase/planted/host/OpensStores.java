package io.twophase.planted.host;

import io.twophase.adapter.mongo.MongoStore;

/** Stores are opened where Twophase is put together. */
interface OpensStores {

  MongoStore mongoStore();
}

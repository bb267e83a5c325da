package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;

/** Clients that wait for nothing long. */
public final class Impatient {

  private Impatient() {}

  /** One that goes through a proxy. */
  public static MongoClient client(String proxy) {
    return StormServer.impatient(proxy);
  }
}

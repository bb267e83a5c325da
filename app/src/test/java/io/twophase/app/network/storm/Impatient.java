package io.twophase.app.network.storm;

import com.mongodb.client.MongoClient;

/** Clients for networks that fail. */
public final class Impatient {

  private static final int LONG_MILLIS = 30_000;

  private Impatient() {}

  /** One that goes through a proxy, and waits for nothing long. */
  public static MongoClient client(String proxy) {
    return StormServer.impatient(proxy);
  }

  /**
   * One that goes through a proxy that cuts connections, and at which nothing is late: it waits
   * long for an answer, which a busy machine may take long to give.
   */
  public static MongoClient ofCuts(String proxy) {
    return StormServer.client(proxy, LONG_MILLIS, LONG_MILLIS);
  }
}

package io.twophase.app.testing;

import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;

/** The calls of the protocol: those on the holds and the records of a store. */
public final class ProtocolCalls {

  private ProtocolCalls() {}

  /**
   * The store, with an interceptor before each call of the protocol. The question whether the store
   * has a shortcut is no such call.
   */
  public static Store before(Store sound, Interceptor interceptor) {
    return Interceptor.before(
        Store.class,
        sound,
        (method, asked, call) ->
            isOfProtocol(call) ? interceptor.around(method, asked, call) : call.make());
  }

  private static boolean isOfProtocol(Interceptor.Call call) {
    return (call.port() instanceof Holds || call.port() instanceof Records)
        && !call.method().getName().equals("runsWhole");
  }
}

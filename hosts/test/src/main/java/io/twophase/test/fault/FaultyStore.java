package io.twophase.test.fault;

import io.twophase.ports.Store;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store as one process sees it, and the faults that a test plans for the writes of this process:
 * for those of its holds, records, accounts and owners. A record is run by the protocol, never at
 * once. Each of several processes over one store has a faulty store of its own: a fault of one does
 * not befall the others.
 */
public interface FaultyStore extends Store {

  /** Returns the given store, whose writes go wrong where {@link #faults} says so. */
  static FaultyStore over(Store sound) {
    Faults faults = new Faults();
    Unreadables unreadables = new Unreadables();
    Map<String, Object> own = Map.of("faults", faults, "unreadables", unreadables);
    Set<String> withoutCalls = Set.of("mapper", "callLimit", "home", "describe");
    Store readable = Interceptor.before(Store.class, sound, unreadables::around);
    Store faulty = Interceptor.before(Store.class, readable, faults::around);
    return (FaultyStore)
        Proxy.newProxyInstance(
            FaultyStore.class.getClassLoader(),
            new Class<?>[] {FaultyStore.class},
            (proxy, method, arguments) -> {
              Store behind = withoutCalls.contains(method.getName()) ? sound : faulty;
              List<Object> asked = arguments == null ? List.of() : List.of(arguments);
              Object known = own.get(method.getName());
              return known != null ? known : new Interceptor.Call(behind, method, asked).make();
            });
  }

  /** Returns what is to go wrong with the writes: nothing, until a test plans it. */
  Faults faults();

  /** Tells which parts of the store cannot be read: none, until a test plans it. */
  Unreadables unreadables();
}

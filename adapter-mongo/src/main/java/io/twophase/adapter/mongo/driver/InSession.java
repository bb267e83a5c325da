package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose commands all belong to one session, and so to its transaction: for callers
 * that know of no sessions.
 */
public record InSession(MongoCollection<?> collection, ClientSession session)
    implements InvocationHandler {

  /** A command of a transaction has failed: the server aborts the transaction, whatever it was. */
  public static final class FailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private FailedException(MongoException told) {
      super(told);
    }
  }

  /**
   * The collection, in the session. A command that changes it throws a {@link FailedException}
   * where it fails.
   */
  @SuppressWarnings("unchecked")
  public static MongoCollection<BsonDocument> of(
      MongoCollection<BsonDocument> collection, ClientSession session) {
    return (MongoCollection<BsonDocument>) bound(collection, session);
  }

  private static Object bound(MongoCollection<?> collection, ClientSession session) {
    return Proxy.newProxyInstance(
        InSession.class.getClassLoader(),
        new Class<?>[] {MongoCollection.class},
        new InSession(collection, session));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    if (method.getName().equals("withTimeout")) {
      // the session has the limit of all its commands
      return proxy;
    }
    List<Object> given = new ArrayList<>(args == null ? List.of() : List.of(args));
    Optional<Method> ofSession = ofSession(method);
    ofSession.ifPresent(found -> given.add(0, session));
    try {
      Object result = ofSession.orElse(method).invoke(collection, given.toArray());
      return result instanceof MongoCollection<?> other ? bound(other, session) : result;
    } catch (InvocationTargetException failed) {
      throw failed.getCause() instanceof MongoException told
          ? new FailedException(told)
          : failed.getCause();
    }
  }

  /** Finds the variant of a method that takes a session; none if the method sends nothing. */
  private static Optional<Method> ofSession(Method method) {
    List<Class<?>> types = new ArrayList<>(List.of(method.getParameterTypes()));
    types.add(0, ClientSession.class);
    try {
      return Optional.of(
          MongoCollection.class.getMethod(method.getName(), types.toArray(new Class<?>[0])));
    } catch (NoSuchMethodException sendsNothing) {
      return Optional.empty();
    }
  }
}

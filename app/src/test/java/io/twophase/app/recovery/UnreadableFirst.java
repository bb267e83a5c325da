package io.twophase.app.recovery;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Records of which the oldest unfinished ones cannot be read. */
final class UnreadableFirst {

  private UnreadableFirst() {}

  /** Those of {@code sound}, behind so many that cannot be read. */
  static TransactionRepository over(TransactionRepository sound, int unreadable) {
    return (TransactionRepository)
        Proxy.newProxyInstance(
            UnreadableFirst.class.getClassLoader(),
            new Class<?>[] {TransactionRepository.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof UnfinishedQuery query) {
                return unfinished(sound, unreadable, query);
              }
              try {
                return method.invoke(sound, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static List<TransactionLookup> unfinished(
      TransactionRepository sound, int unreadable, UnfinishedQuery query) {
    if (query.after().isDefined()) {
      return sound.unfinished(query);
    }
    List<TransactionLookup> page = new ArrayList<>();
    for (int at = query.skip(); at < unreadable && page.size() < query.limit(); at++) {
      page.add(new TransactionLookup.Unreadable("unreadable-" + at, "v is 2"));
    }
    int left = query.limit() - page.size();
    if (left > 0) {
      page.addAll(
          sound.unfinished(
              new UnfinishedQuery(query.unmodifiedFor(), query.application(), left)
                  .withSkip(Math.max(0, query.skip() - unreadable))));
    }
    return page;
  }
}

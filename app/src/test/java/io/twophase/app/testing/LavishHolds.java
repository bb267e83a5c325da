package io.twophase.app.testing;

import static io.twophase.domain.testing.Copies.with;

import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A planted fault: holds debits though not enough is available. */
final class LavishHolds implements Interceptor {

  private static final long LAVISH = 1_000;

  @Override
  public Object around(String method, List<Object> asked, Call call) {
    List<Object> others = new ArrayList<>(asked);
    if (method.equals("open")) {
      others.set(
          0,
          ((List<?>) asked.get(0))
              .stream().map(opening -> overdrawnBy(LAVISH, (Opening) opening)).toList());
    } else if (!asked.isEmpty() && asked.get(asked.size() - 1) instanceof Consumer<?> consumer) {
      @SuppressWarnings("unchecked") // a port's consumers take whatever the port shows
      Consumer<Object> shownTo = (Consumer<Object>) consumer;
      others.set(asked.size() - 1, (Consumer<Object>) each -> shownTo.accept(shown(each)));
    }
    Object answer = call.with(others).make();
    return answer instanceof List<?> list
        ? list.stream().map(LavishHolds::shown).toList()
        : shown(answer);
  }

  private static Object shown(Object answer) {
    return answer instanceof Sight sight
        ? sight
            .stored()
            .map(stored -> stored.<Stored>fold(LavishHolds::asIfNotLavish, document -> document))
            .map(Sight::found)
            .orElse(sight)
        : answer;
  }

  private static Opening overdrawnBy(long more, Opening opening) {
    Money floor = opening.floor();
    return with(opening, "floor", new Money(floor.minor() - more, floor.currency()));
  }

  private static Stored asIfNotLavish(Account account) {
    Bounds bounds = account.bounds();
    return with(
        account,
        "opening",
        overdrawnBy(-LAVISH, account.opening()),
        "bounds",
        with(bounds, "available", bounds.available() - LAVISH));
  }
}

package io.twophase.example;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.Counters;
import io.twophase.TwoPhase;
import io.twophase.app.event.Events;
import io.twophase.app.transfer.Preview;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.guice.TwoPhaseModule;
import io.twophase.ports.CallerContext;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GuiceModuleTest {

  /** Carries nothing, and is counted where it is taken. */
  private static final class Counted extends AbstractModule implements CallerContext {

    private final AtomicInteger taken = new AtomicInteger();

    @Override
    protected void configure() {
      OptionalBinder.newOptionalBinder(binder(), CallerContext.class).setBinding().toInstance(this);
    }

    @Override
    public Captured capture() {
      taken.incrementAndGet();
      return Captured.NONE;
    }
  }

  @Test
  void aBoundContextIsTakenOfWhoAsks() {
    Counted context = new Counted();
    try (TwoPhase host =
        Guice.createInjector(new TwoPhaseModule("memory:", "test"), context)
            .getInstance(TwoPhase.class)) {
      host.accounts().open(account("A"), money("1.00", "USD"));
      host.accounts().open(account("B"), money("0.00", "USD"));

      host.transfers()
          .submit(
              new TransferRequest(
                  transactionId("t"), account("A"), account("B"), money("1.00", "USD")))
          .join();
    }

    assertThat(context.taken).hasPositiveValue();
  }

  @Test
  void eachUseCaseIsInjected() {
    Injector injector = Guice.createInjector(new TwoPhaseModule("memory:", "test"));
    try (TwoPhase host = injector.getInstance(TwoPhase.class)) {
      Set<Class<?>> useCases =
          Stream.of(TwoPhase.class.getMethods())
              .filter(method -> !Modifier.isStatic(method.getModifiers()))
              .filter(method -> method.getParameterCount() == 0)
              .<Class<?>>map(Method::getReturnType)
              .filter(type -> !Set.of(void.class, Counters.class, Preview.class).contains(type))
              .collect(Collectors.toSet());

      assertThat(useCases).hasSize(16).allSatisfy(type -> injector.getInstance(type));
      assertThat(injector.getInstance(Events.class)).isSameAs(host.events());
    }
  }
}

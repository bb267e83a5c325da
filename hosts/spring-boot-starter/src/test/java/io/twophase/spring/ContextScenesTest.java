package io.twophase.spring;

import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.testing.Scenes.done;
import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.mongodb.client.MongoClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Scenes of application contexts. The steps before {@code start} say what a host has beside the
 * starter: a store in {@code memory} or a {@code server}, properties that it sets, and beans. The
 * steps behind it ask the context.
 */
@Timeout(120)
class ContextScenesTest {

  private static final Class<?>[] ACTUATOR = {
    EndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    HealthContributorAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    ApplicationAvailabilityAutoConfiguration.class,
    AvailabilityHealthContributorAutoConfiguration.class,
    AvailabilityProbesAutoConfiguration.class,
    TwoPhaseActuatorAutoConfiguration.class
  };

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  /** The name of the calls that the store refuses; {@code all} if it is away. */
  private volatile String broken = "";

  private final Store seen =
      Interceptor.before(
          Store.class,
          store,
          (method, asked, call) -> {
            if (broken.equals("all")) {
              throw new StoreUnavailableException("MongoDB at nowhere");
            } else if (method.equals(broken)) {
              throw new StoreException(method + " is refused");
            }
            return call.make();
          });

  @AutoClose private final EmbeddedServer server = EmbeddedServer.inMemory(0);

  @AutoClose
  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();

  private final List<Class<?>> configurations =
      new ArrayList<>(List.of(MongoAutoConfiguration.class, TwoPhaseAutoConfiguration.class));
  private final List<String> properties = new ArrayList<>(List.of("twophase.probe=false"));
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final List<String> noted = new CopyOnWriteArrayList<>();

  @ScenesOf("contexts.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(text -> step(text.split(" ", -1)));
  }

  private String step(String[] words) {
    String first = words.length > 1 ? words[1] : "";
    return switch (words[0]) {
      case "actuator" -> done(() -> configurations.addAll(List.of(ACTUATOR)));
      case "metrics" -> done(() -> configurations.add(TwoPhaseMetricsAutoConfiguration.class));
      case "memory" -> done(() -> context.registerBean(Store.class, () -> seen));
      case "server" -> done(() -> properties.add("spring.mongodb.uri=" + server.uri() + "/shop"));
      case "away" -> done(server::close);
      case "breaks" -> done(() -> broken = first);
      case "set" -> done(() -> Stream.of(words).skip(1).map(this::filled).forEach(properties::add));
      case "bean" -> done(() -> bean(first));
      case "without" -> done(() -> without(first));
      case "left" -> done(() -> LeftBehind.in(store, first));
      case "start" -> done(this::start);
      case "beans" -> Stream.of(words).skip(1).map(this::count).collect(joining(", "));
      case "move" -> Contexts.moveMoney(context).getClass().getSimpleName();
      case "submit" ->
          done(() -> Contexts.open(context).transfers().submit(Contexts.transfer("t")).join());
      case "authorize" ->
          done(
              () ->
                  Contexts.open(context)
                      .authorizations()
                      .authorize(
                          Contexts.transfer(first), new AuthorizationTerms(Duration.ofDays(1))));
      case "record" -> record(first).getString(words[2]);
      case "settings" -> context.getBean(TwoPhaseSettings.class).engine().toString();
      case "is" -> Boolean.toString(isDone(first));
      case "until" -> done(() -> await().atMost(ONE_MINUTE).until(awaited(words)));
      case "lifecycle" -> done(() -> turn(first));
      case "thread" -> Boolean.toString(isThere(first));
      case "recovering" -> Boolean.toString(context.getBean(RecoveryLifecycle.class).isRunning());
      case "status" ->
          context.getBean(HealthEndpoint.class).healthForPath(first).getStatus().getCode();
      case "member" -> member(first);
      case "serving" ->
          done(
              () -> {
                AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
                AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
              });
      case "health" -> inTime(() -> context.getBean(TwoPhaseHealthIndicator.class).health());
      case "report" -> inTime(() -> report(first));
      case "gauges" -> Integer.toString(meters.find("twophase.unfinished").gauges().size());
      case "applied" ->
          "%.0f"
              .formatted(
                  meters
                      .get("twophase.outcomes")
                      .tags("outcome", "applied", "found", "false")
                      .counter()
                      .count());
      case "noted" -> noted.stream().distinct().sorted().collect(joining(", "));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private String filled(String property) {
    String[] address = server.uri().substring("mongodb://".length()).split(":", 2);
    return property.replace("HOST", address[0]).replace("PORT", address[1]);
  }

  private void bean(String name) {
    switch (name) {
      case "clients" -> context.register(StoreOverOneOfTwo.class);
      case "meters" -> context.registerBean(MeterRegistry.class, () -> meters);
      case "lazy" ->
          context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
      case "settings" ->
          context.registerBean(
              TwoPhaseSettings.class,
              () ->
                  new TwoPhaseSettings(
                      EngineSettings.of(new ApplicationName("own")).withStuckAfter(Duration.ZERO),
                      1));
      case "twophase" ->
          context.registerBean("mine", TwoPhase.class, () -> TwoPhase.over(store).build());
      case "template" ->
          context.registerBean(
              "mine too",
              TwoPhaseTemplate.class,
              () -> new TwoPhaseTemplate(context.getBean(TwoPhase.class)));
      case "listener" -> context.registerBean("own", TwoPhaseListener.class, Throwing::new);
      case "customizer" ->
          context.registerBean(
              TwoPhaseCustomizer.class,
              () -> builder -> builder.callerGuard(() -> noted.add("guarded")));
      case "observations" -> context.registerBean(ObservationRegistry.class, this::observations);
      case "caller" ->
          context.registerBean(
              "own",
              CallerContext.class,
              () ->
                  () -> {
                    noted.add("captured");
                    return CallerContext.NONE.capture();
                  });
      default -> throw new IllegalArgumentException(name);
    }
  }

  /** Notes each end, and throws. */
  private final class Throwing implements TwoPhaseListener {
    @Override
    public void transferEnded(TransactionOutcome outcome) {
      noted.add("ended " + outcome.id());
      throw new IllegalStateException("planted");
    }
  }

  private ObservationRegistry observations() {
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<Observation.Context>() {
              @Override
              public void onStop(Observation.Context observed) {
                noted.add(observed.getName());
              }

              @Override
              public boolean supportsContext(Observation.Context observed) {
                return true;
              }
            });
    return registry;
  }

  @Configuration(proxyBeanMethods = false)
  static class StoreOverOneOfTwo extends Contexts.TwoClients {
    @Bean
    MongoStore store(@Qualifier("one") MongoClient one, MongoStoreSettings settings) {
      return MongoStore.using(one, "bank", settings);
    }
  }

  /** The host has no such class. */
  private void without(String name) {
    context.setClassLoader(new FilteredClassLoader(ClassUtils.resolveClassName(name, null)));
  }

  private void start() {
    TestPropertyValues.of(properties).applyTo(context);
    context.register(
        Configurations.getClasses(AutoConfigurations.of(configurations.toArray(Class<?>[]::new))));
    context.refresh();
  }

  /** The context has so many beans of a class of this simple name, or of an interface. */
  private String count(String name) {
    return Stream.of(context.getBeanDefinitionNames())
            .map(context::getType)
            .filter(
                type ->
                    type.getSimpleName().equals(name)
                        || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                            .anyMatch(one -> one.getSimpleName().equals(name)))
            .count()
        + "";
  }

  /** The record of the transfer, in a database and a collection. */
  private Document record(String place) {
    String[] names = place.split("/", 2);
    return context
        .getBean(MongoClient.class)
        .getDatabase(names[0])
        .getCollection(names[1])
        .find(new Document("_id", "t"))
        .first();
  }

  private boolean isDone(String id) {
    return store
        .records()
        .find(List.of(RecordId.of(transactionId(id))))
        .get(0)
        .record()
        .orElseThrow()
        .state()
        .isFinal();
  }

  private Callable<Boolean> awaited(String[] words) {
    return switch (words[1]) {
      case "done" -> () -> isDone(words[2]);
      case "gone" -> () -> !isThere(words[2]);
      case "pass" -> () -> context.getBean(RecoveryLifecycle.class).status().completedAt() != null;
      default ->
          () -> meters.get("twophase.unfinished").tag("state", "pending").gauge().value() == 1;
    };
  }

  /** A thread of this name is there, which may be for a moment more after its work has ended. */
  private static boolean isThere(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name));
  }

  private void turn(String how) {
    switch (how) {
      case "stop" -> context.stop();
      case "start" -> context.start();
      default -> context.close();
    }
  }

  /** A group of health, named or of a path, goes by Twophase or not; or there is no such group. */
  private String member(String name) {
    HealthEndpointGroups groups = context.getBean(HealthEndpointGroups.class);
    HealthEndpointGroup group =
        name.startsWith("server:")
            ? groups.get(AdditionalHealthEndpointPath.from(name))
            : groups.get(name);
    return group == null ? "no group" : Boolean.toString(group.isMember("twophase"));
  }

  /** The client has no limit of its own: it looks for a server for half a minute. */
  private static String inTime(Callable<Object> asked) {
    return assertTimeout(Duration.ofSeconds(20), asked::call).toString();
  }

  /** The endpoint reports this as JSON, as the actuator sends it; or says why it does not. */
  private String report(String olderThan) {
    try {
      return JsonMapper.shared()
          .writeValueAsString(
              context
                  .getBean(TwoPhaseEndpoint.class)
                  .report(olderThan.isEmpty() ? null : Duration.parse(olderThan)));
    } catch (InvalidEndpointRequestException refused) {
      return refused.getMessage();
    }
  }
}

package io.twophase.spring.console;

import io.twophase.TwoPhase;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.view.Redactor;
import io.twophase.ports.Store;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import io.twophase.spring.TwoPhaseProperties;
import jakarta.servlet.ServletContext;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/**
 * Mounts the console in a host that has {@code twophase-console} and serves HTTP by servlets. The
 * host's security says who a caller is; a request without a principal is not answered.
 */
@AutoConfiguration(after = TwoPhaseAutoConfiguration.class)
@ConditionalOnClass({Console.class, HttpRequestHandler.class, DispatcherServletPath.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean({TwoPhase.class, Store.class, TwoPhaseProperties.class})
@ConditionalOnBooleanProperty(name = "twophase.console.enabled", matchIfMissing = true)
public final class TwoPhaseConsoleAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Console twophaseConsole(
      TwoPhase twophase,
      Store store,
      TwoPhaseProperties properties,
      ServletContext servlets,
      ObjectProvider<DispatcherServletPath> dispatcher,
      ObjectProvider<Redactor> redactors) {
    String path = properties.console().path();
    DispatcherServletPath below = dispatcher.getIfAvailable();
    String base = servlets.getContextPath() + (below == null ? path : below.getRelativePath(path));
    return Console.over(
        twophase,
        store,
        ConsoleSettings.of(Access.ofHost())
            .withBase(base)
            .withActions(properties.console().actions())
            .withRedactor(redactors.getIfAvailable(() -> Redactor.NONE)));
  }

  /** Ends the streams of open pages before the web server waits for its requests to end. */
  @Bean
  ApplicationListener<ContextClosedEvent> twophaseConsoleEnd(Console console) {
    return closed -> console.close();
  }

  @Bean
  SimpleUrlHandlerMapping twophaseConsoleMapping(Console console, TwoPhaseProperties properties) {
    TwoPhaseProperties.Console said = properties.console();
    HttpRequestHandler handler =
        new ConsoleHandler(console, said.viewerRole(), said.operatorRole());
    // before the host's static files, which would take every path
    return new SimpleUrlHandlerMapping(
        Map.of(said.path(), handler, said.path() + "/**", handler), Ordered.LOWEST_PRECEDENCE - 10);
  }
}

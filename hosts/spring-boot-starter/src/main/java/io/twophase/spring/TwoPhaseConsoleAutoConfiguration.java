package io.twophase.spring;

import io.twophase.TwoPhase;
import io.twophase.console.Access;
import io.twophase.console.Console;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import io.twophase.console.view.Links;
import io.twophase.console.view.Redactor;
import io.twophase.ports.Store;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
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
  ApplicationListener<ContextClosedEvent> twophaseConsoleEnd(
      Console console, ApplicationContext own) {
    return closed -> {
      // the end of a context below this one is an event of this one, too
      if (closed.getApplicationContext() == own) {
        console.close();
      }
    };
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

  /**
   * Gives a console the requests of a servlet container.
   *
   * @param viewer the role of the host's users who may look
   * @param operator the role of the host's users who may act
   */
  record ConsoleHandler(Console console, String viewer, String operator)
      implements HttpRequestHandler {

    private static final boolean HAS_SECURITY =
        ClassUtils.isPresent(
            "org.springframework.security.web.csrf.CsrfToken",
            ConsoleHandler.class.getClassLoader());

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Request received =
          Request.of(
                  request.getMethod(),
                  URI.create(request.getRequestURI()).getPath(),
                  request.getQueryString(),
                  headers(request),
                  body(request))
              .withFields(HAS_SECURITY ? GuardField.of(request) : Map.of());
      write(console.handle(caller(request).map(received::by).orElse(received)), request, response);
    }

    /** A filter of the host that has asked for a parameter has read the body of a form. */
    private static InputStream body(HttpServletRequest request) throws IOException {
      String type = request.getContentType();
      if (type == null || !type.startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE)) {
        return request.getInputStream();
      }
      String form =
          request.getParameterMap().entrySet().stream()
              .map(
                  field -> Links.encoded(field.getKey()) + "=" + Links.encoded(field.getValue()[0]))
              .collect(Collectors.joining("&"));
      return new ByteArrayInputStream(form.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> headers(HttpServletRequest request) {
      Map<String, String> headers = new HashMap<>();
      Collections.list(request.getHeaderNames())
          .forEach(name -> headers.put(name, request.getHeader(name)));
      return headers;
    }

    private Optional<Caller> caller(HttpServletRequest request) {
      Principal user = request.getUserPrincipal();
      if (user == null) {
        return Optional.empty();
      } else if (request.isUserInRole(operator)) {
        return Optional.of(new Caller(name(user), Role.OPERATOR));
      }
      return request.isUserInRole(viewer)
          ? Optional.of(new Caller(name(user), Role.VIEWER))
          : Optional.empty();
    }

    /** As much of a long name as the log of actions keeps. */
    private static String name(Principal user) {
      String name = user.getName();
      return name.substring(0, Math.min(name.length(), 100));
    }

    private static void write(
        Response answer, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setStatus(answer.status());
      answer.headers().forEach(response::setHeader);
      if (!request.getMethod().equals("HEAD")) {
        answer.body().writeTo(response.getOutputStream());
      }
    }
  }

  /** The field by which Spring Security knows its own forms. Loaded only where the host has it. */
  static final class GuardField {

    private GuardField() {}

    /** The field and its value; nothing where the host's guard against forged requests is off. */
    static Map<String, String> of(HttpServletRequest request) {
      return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
          ? Map.of(token.getParameterName(), token.getToken())
          : Map.of();
    }
  }
}
